import { type RefObject, useLayoutEffect, useState } from 'react';

/** Whether an element's content is taller than the element; updated when either changes. */
export function useScrollable(target: RefObject<HTMLElement | null>): boolean {
  const [scrollable, setScrollable] = useState(false);
  // Before paint, so that it is known when a dialog chooses its initial focus.
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
