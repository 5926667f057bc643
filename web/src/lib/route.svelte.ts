// Where we are: `#/new`, `#/t/ID`, `#/replay/ID?ply=12` ... The server's own links (`/t/ID#invite=...`) are read too.

export interface Place {
  page: string;
  id: string;
  query: URLSearchParams;
}

function read(): Place {
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

class Route {
  now = $state.raw<Place>(read());

  constructor() {
    addEventListener("hashchange", () => (this.now = read()));
  }

  go(path: string): void {
    location.hash = `#/${path}`;
  }

  /** Change the query without leaving the page or filling the browser's history. */
  note(query: Record<string, string>): void {
    const tail = new URLSearchParams(query).toString();
    history.replaceState(null, "", `#/${this.now.page}/${this.now.id}${tail ? `?${tail}` : ""}`);
  }
}

export const route = new Route();
