// Hash router: the current page, id and query of `#/new`, `#/t/ID`, `#/replay/ID?ply=12` ... The server's own links (`/t/ID#invite=...`) are rewritten to these.

export interface RouteLocation {
  page: string;
  id: string;
  query: URLSearchParams;
}

function readLocation(): RouteLocation {
  const [, kind, id] = location.pathname.split("/");
  if (kind === "t" && id) {
    const query = new URLSearchParams(location.hash.replace(/^#/, ""));
    const tail = query.toString();
    history.replaceState(null, "", `/#/t/${id}${tail ? `?${tail}` : ""}`);
  }
  const [path, tail = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [page, name = ""] = path.split("/");
  return { page: page || "home", id: name, query: new URLSearchParams(tail) };
}

class Router {
  current = $state.raw<RouteLocation>(readLocation());

  constructor() {
    addEventListener("hashchange", () => (this.current = readLocation()));
  }

  go(path: string): void {
    location.hash = `#/${path}`;
  }

  /** Change the query without leaving the page or adding to the browser's history. */
  replaceQuery(query: Record<string, string>): void {
    const tail = new URLSearchParams(query).toString();
    history.replaceState(null, "", `#/${this.current.page}/${this.current.id}${tail ? `?${tail}` : ""}`);
  }
}

export const route = new Router();
