import { Component, type ReactNode } from 'react';
import type { Location } from 'react-router-dom';

interface ScrollRestorationProps {
  location: Location;
  /** The page stays where the user has scrolled it before its code had loaded. */
  isPrerendered: boolean;
  children: ReactNode;
}

const storageKey = 'scrollPositions';

/** The sections of the dashboard share a scroll position: each is scrolled to the top once it is shown. */
const keyOf = ({ pathname, key }: Location) => (pathname.endsWith('/dashboard') ? 'dashboard' : key);

/** The stored positions without foreign values. Not by `storageKeys`, whose schemas are too large for the entry. */
function readPositions(): Record<string, number> {
  try {
    const stored: object = Object(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}'));
    return Object.fromEntries(Object.entries(stored).filter(([, top]) => Number.isFinite(top)));
  } catch {
    return {};
  }
}

const setManualRestoration = () => {
  history.scrollRestoration = 'manual';
};

/**
 * After Back, Forward and a reload, the page is where it was left; otherwise it is scrolled to the top or to the element
 * that the address names. A class, because only `getSnapshotBeforeUpdate` sees the page before the next one replaces it.
 */
export class ScrollRestoration extends Component<ScrollRestorationProps> {
  readonly #positions = readPositions();

  override componentDidMount(): void {
    setManualRestoration();
    // Also after a return from the back/forward cache.
    addEventListener('pageshow', setManualRestoration);
    addEventListener('pagehide', this.#store);
    if (!this.props.isPrerendered) this.#restore();
  }

  override componentWillUnmount(): void {
    removeEventListener('pageshow', setManualRestoration);
    removeEventListener('pagehide', this.#store);
  }

  override getSnapshotBeforeUpdate({ location }: ScrollRestorationProps): null {
    this.#positions[keyOf(location)] = scrollY;
    return null;
  }

  override componentDidUpdate({ location }: ScrollRestorationProps): void {
    if (location !== this.props.location) this.#restore();
  }

  override render(): ReactNode {
    return this.props.children;
  }

  #restore(): void {
    const { location } = this.props;
    const storedTop = this.#positions[keyOf(location)];
    const target = document.getElementById(location.hash.slice(1));
    if (storedTop === undefined && target) target.scrollIntoView();
    else scrollTo(0, storedTop ?? 0);
  }

  readonly #store = (): void => {
    this.#positions[keyOf(this.props.location)] = scrollY;
    // A prerendered page is scrolled by the browser.
    history.scrollRestoration = 'auto';
    try {
      sessionStorage.setItem(storageKey, JSON.stringify(this.#positions));
    } catch {
      // Without storage, positions last as long as the page.
    }
  };
}
