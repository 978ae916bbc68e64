import { type RefObject, useEffect, useState } from 'react';

/** Whether an element is in view, or at most `margin` away from it. */
export function useInView(target: RefObject<HTMLElement | null>, margin = '0px'): boolean {
  const [inView, setInView] = useState(false);
  useEffect(() => {
    const node = target.current;
    if (node === null) return;
    const observer = new IntersectionObserver(
      (entries) => setInView(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: margin },
    );
    observer.observe(node);
    return () => observer.disconnect();
  }, [target, margin]);
  return inView;
}
