import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A wire to a server of this machine that can be cut: from then on nothing passes, and nobody is told. */
export class CutWire {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isCut = false;

  private constructor(to: number) {
    this.#server = createServer((near) => {
      this.#keep(near);
      if (this.#isCut) return;
      const far = this.#keep(connect(to, '127.0.0.1'));
      near.on('data', (bytes) => this.#isCut || far.write(bytes));
      far.on('data', (bytes) => this.#isCut || near.write(bytes));
      near.on('close', () => far.destroy());
      far.on('close', () => this.#isCut || near.destroy());
    });
  }

  static async to(port: number): Promise<CutWire> {
    const wire = new CutWire(port);
    await new Promise<void>((done) => wire.#server.listen(0, '127.0.0.1', done));
    return wire;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  cut(): void {
    this.#isCut = true;
  }

  /** What was open is broken, as after a router came back; what is opened now works. */
  mend(): void {
    this.#isCut = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #keep(socket: Socket): Socket {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => undefined);
    return socket;
  }
}
