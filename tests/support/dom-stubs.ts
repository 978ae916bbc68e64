/**
 * Browser APIs that jsdom lacks and that Base UI, the virtual tables and the theme use. Nothing moves or is measured:
 * media queries don't match, observers report once, and elements have a fixed size so that virtual lists render rows.
 */
const VIEWPORT_HEIGHT = 600;
const VIEWPORT_WIDTH = 1024;
const ROW_HEIGHT = 48;

class MediaQueryListStub extends EventTarget implements MediaQueryList {
  readonly matches = false;
  onchange: MediaQueryList['onchange'] = null;
  constructor(readonly media: string) {
    super();
  }
  addListener(): void {}
  removeListener(): void {}
}

class ResizeObserverStub implements ResizeObserver {
  readonly #report: ResizeObserverCallback;
  constructor(report: ResizeObserverCallback) {
    this.#report = report;
  }
  observe(target: Element): void {
    const size = [{ blockSize: heightOf(target), inlineSize: VIEWPORT_WIDTH }];
    const entry: ResizeObserverEntry = {
      target,
      contentRect: DOMRect.fromRect({ width: VIEWPORT_WIDTH, height: heightOf(target) }),
      borderBoxSize: size,
      contentBoxSize: size,
      devicePixelContentBoxSize: size,
    };
    queueMicrotask(() => this.#report([entry], this));
  }
  unobserve(): void {}
  disconnect(): void {}
}

class IntersectionObserverStub implements IntersectionObserver {
  readonly root = null;
  readonly rootMargin = '0px';
  readonly scrollMargin = '0px';
  readonly thresholds = [0];
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): IntersectionObserverEntry[] {
    return [];
  }
}

/** Rows of a virtual list have `data-index`; everything else is as tall as the window. */
function heightOf(element: Element): number {
  return element.hasAttribute('data-index') ? ROW_HEIGHT : VIEWPORT_HEIGHT;
}

function define(target: object, name: string, descriptor: PropertyDescriptor): void {
  Object.defineProperty(target, name, { configurable: true, ...descriptor });
}

function addWhereMissing(target: Window | typeof globalThis): void {
  const missing = {
    matchMedia: (query: string) => new MediaQueryListStub(query),
    ResizeObserver: ResizeObserverStub,
    IntersectionObserver: IntersectionObserverStub,
  };
  for (const [name, value] of Object.entries(missing)) {
    if (Reflect.get(target, name) === undefined) define(target, name, { value, writable: true });
  }
  define(target, 'scrollTo', { value: () => undefined, writable: true });
}

/** Adds the missing APIs to jsdom; does nothing without a window. */
export function installDomStubs(): void {
  if (typeof window === 'undefined') return;
  addWhereMissing(globalThis);
  // Vitest's global object is not the document's own window, which libraries use.
  if (document.defaultView) addWhereMissing(document.defaultView);
  const noMotion = {
    scrollTo: () => undefined,
    scrollIntoView: () => undefined,
    getAnimations: () => [],
    hasPointerCapture: () => false,
    setPointerCapture: () => undefined,
    releasePointerCapture: () => undefined,
  };
  for (const [name, value] of Object.entries(noMotion))
    define(Element.prototype, name, { value, writable: true });
  const boxes = [
    { owner: HTMLElement.prototype, box: 'offset' },
    { owner: Element.prototype, box: 'client' },
  ];
  for (const { owner, box } of boxes) {
    define(owner, `${box}Width`, { get: () => VIEWPORT_WIDTH });
    define(owner, `${box}Height`, {
      get(this: Element) {
        return heightOf(this);
      },
    });
  }
}
