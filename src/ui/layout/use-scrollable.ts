import { type RefObject, useLayoutEffect, useState } from 'react';

/** Whether an element's content is taller than the element; updated when either changes. */
export function useScrollable(target: RefObject<HTMLElement | null>): boolean {
  const [scrollable, setScrollable] = useState(false);
  // Before paint, so that Tab reaches the element from the start.
  useLayoutEffect(() => {
    const node = target.current;
    if (!node) return;
    const measure = () => setScrollable(node.scrollHeight > node.clientHeight + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    for (const child of node.children) observer.observe(child);
    return () => observer.disconnect();
  }, [target]);
  return scrollable;
}
