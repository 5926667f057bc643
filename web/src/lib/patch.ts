// Changes of a view as the server tells them: a path with its new value, or alone where something is gone.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

function copy(value: any): any {
  return Array.isArray(value) ? [...value] : { ...value };
}

/** The view after some changes; what has not changed is the same object as before. */
export function patched<T>(view: T, changes: unknown[][]): T {
  const fresh = new Set<unknown>();
  let root: any = view;
  for (const [path, ...rest] of changes as [(string | number)[], ...unknown[]][]) {
    if (path.length === 0) {
      root = rest[0];
      continue;
    }
    if (!fresh.has(root)) fresh.add((root = copy(root)));
    let at = root;
    for (const key of path.slice(0, -1)) {
      if (!fresh.has(at[key])) fresh.add((at[key] = copy(at[key])));
      at = at[key];
    }
    const last = path[path.length - 1];
    if (rest.length === 0) delete at[last];
    else at[last] = rest[0];
  }
  return root;
}
