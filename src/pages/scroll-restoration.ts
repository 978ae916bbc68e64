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

function readPositions(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}');
  } catch {
    return {};
  }
}

/**
 * After Back, Forward and a reload, the page is where it was left; otherwise it is scrolled to the top or to the element
 * that the address names. A class, because only `getSnapshotBeforeUpdate` sees the page before the next one replaces it.
 */
export class ScrollRestoration extends Component<ScrollRestorationProps> {
  readonly #positions = readPositions();

  override componentDidMount(): void {
    history.scrollRestoration = 'manual';
    addEventListener('pagehide', this.#store);
    if (!this.props.isPrerendered) this.#restore();
  }

  override componentWillUnmount(): void {
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
    const left = this.#positions[keyOf(location)];
    const named = document.getElementById(location.hash.slice(1));
    if (left === undefined && named) named.scrollIntoView();
    else scrollTo(0, left ?? 0);
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
