// Applies the server's changes to a view: each is a path with its new value, or a path alone for what was removed.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

function copy(value: any): any {
  return Array.isArray(value) ? [...value] : { ...value };
}

/** The view after the changes, as a copy that shares everything unchanged with the original. */
export function patched<T>(view: T, changes: unknown[][]): T {
  const copied = new Set<unknown>();
  let root: any = view;
  for (const [path, ...rest] of changes as [(string | number)[], ...unknown[]][]) {
    if (path.length === 0) {
      root = rest[0];
      continue;
    }
    if (!copied.has(root)) copied.add((root = copy(root)));
    let at = root;
    for (const key of path.slice(0, -1)) {
      if (!copied.has(at[key])) copied.add((at[key] = copy(at[key])));
      at = at[key];
    }
    const last = path[path.length - 1];
    if (rest.length === 0) delete at[last];
    else at[last] = rest[0];
  }
  return root;
}
