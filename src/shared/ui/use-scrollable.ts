import { type RefObject, useEffect, useState } from 'react';

/** Whether an element's content is taller than the element, kept up to date as either changes. */
export function useScrollable(target: RefObject<HTMLElement | null>): boolean {
  const [scrollable, setScrollable] = useState(false);
  useEffect(() => {
    const node = target.current;
    if (!node || typeof ResizeObserver === 'undefined') return;
    const measure = () => setScrollable(node.scrollHeight > node.clientHeight + 1);
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    for (const child of node.children) observer.observe(child);
    return () => observer.disconnect();
  }, [target]);
  return scrollable;
}
