// The line to the server: a socket that comes back by itself with the last ply it has, and the view that follows from what it hears.

export function change(view, changes) {
  for (const [path, ...value] of changes) {
    let where = view;
    for (const key of path.slice(0, -1)) where = where[key];
    const last = path[path.length - 1];
    if (value.length) where[last] = value[0];
    else delete where[last];
  }
}

export class Line {
  constructor(table, hello, heard) {
    this.table = table;
    this.hello = hello;
    this.heard = heard;
    this.ply = null;
    this.chat = null;
    this.view = null;
    this.now = null;
    this.waiting = new Map();
    this.pause = 250;
    this.connect();
  }

  connect() {
    this.socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
    this.socket.onopen = () => {
      const hello = { type: "hello", table: this.table, ...this.hello };
      if (this.ply !== null) hello.ply = this.ply;
      if (this.chat !== null) hello.chat = this.chat;
      this.socket.send(JSON.stringify(hello));
      for (const message of this.waiting.values()) this.socket.send(JSON.stringify(message));
      this.pause = 250;
    };
    this.socket.onmessage = (event) => this.take(JSON.parse(event.data));
    this.socket.onclose = (event) => {
      const final = event.code === 1008;
      this.heard({ type: final ? "refused" : "away" });
      if (!final) setTimeout(() => this.connect(), (this.pause = Math.min(this.pause * 2, 8000)));
    };
  }

  take(message) {
    if (message.type === "snapshot") {
      [this.view, this.ply, this.now] = [message.view, message.ply, message];
    } else if (message.type === "step") {
      if (message.ply !== this.ply + 1) return;
      change(this.view, message.changes);
      [this.ply, this.now] = [message.ply, { ...message, you: this.now.you }];
    } else if (message.type === "chat") {
      this.chat = Math.max(this.chat ?? 0, message.n);
    } else if (message.type === "ack" || message.type === "no") {
      this.waiting.delete(message.id);
    }
    this.heard(message);
  }

  // What is sent is kept until it is answered, and sent again after a break: the server knows it by its id.
  send(message) {
    message.id = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`;
    this.waiting.set(message.id, message);
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  say(text) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ type: "say", text }));
  }

  move(text) { this.send({ type: "move", ply: this.ply, text }); }
}
