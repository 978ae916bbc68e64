import { onTestFinished, vi } from 'vitest';

interface Request {
  readonly grant: () => void;
  readonly reject: (reason: unknown) => void;
}

/** Web Locks, which jsdom does not have, for "tabs" that share this page. */
class FakeLocks {
  readonly #held = new Map<string, Request>();
  #waiting: { readonly name: string; readonly request: Request }[] = [];

  request(name: string, options: LockOptions, use: (lock: Lock | null) => unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const request: Request = {
        reject,
        grant: () => {
          this.#held.set(name, request);
          void Promise.resolve(use({ name, mode: 'exclusive' })).then((result) => {
            if (this.#held.get(name) === request) this.#free(name);
            resolve(result);
          });
        },
      };
      const holder = this.#held.get(name);
      if (options.steal) holder?.reject(new DOMException('stolen', 'AbortError'));
      if (options.steal || holder === undefined) return request.grant();
      if (options.ifAvailable) return resolve(use(null));
      this.#waiting.push({ name, request });
      options.signal?.addEventListener('abort', () => {
        this.#waiting = this.#waiting.filter((waiting) => waiting.request !== request);
        reject(options.signal?.reason);
      });
    });
  }

  #free(name: string): void {
    this.#held.delete(name);
    const next = this.#waiting.find((waiting) => waiting.name === name);
    this.#waiting = this.#waiting.filter((waiting) => waiting !== next);
    next?.request.grant();
  }
}

/** A channel that delivers at once, so that fake timers do not stop it. */
class FakeChannel {
  static open = new Set<FakeChannel>();
  onmessage: ((event: { readonly data: unknown }) => void) | null = null;

  constructor(readonly name: string) {
    FakeChannel.open.add(this);
  }

  postMessage(data: unknown): void {
    for (const other of FakeChannel.open)
      if (other !== this && other.name === this.name) queueMicrotask(() => other.onmessage?.({ data }));
  }

  close(): void {
    FakeChannel.open.delete(this);
  }
}

/** Gives this page the Web Locks and the channels of a browser until the test ends. */
export function stubTabs(locks: unknown = new FakeLocks()): void {
  Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'));
  FakeChannel.open.clear();
  vi.stubGlobal('BroadcastChannel', FakeChannel);
  onTestFinished(() => void vi.unstubAllGlobals());
}
