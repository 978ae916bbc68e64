import { useEffect, useState } from 'react';
import type { Viewport } from './chat-size';

/** What the visitor sees of the page, kept up to date while it changes: by turning a phone, or its keyboard. */
export function useViewport(): Viewport {
  const [viewport, setViewport] = useState(measure);
  useEffect(() => {
    const update = () => setViewport(measure());
    const visual = window.visualViewport ?? null;
    window.addEventListener('resize', update);
    visual?.addEventListener('resize', update);
    visual?.addEventListener('scroll', update);
    return () => {
      window.removeEventListener('resize', update);
      visual?.removeEventListener('resize', update);
      visual?.removeEventListener('scroll', update);
    };
  }, []);
  return viewport;
}

function measure(): Viewport {
  const width = document.documentElement.clientWidth;
  const height = window.innerHeight;
  const visual = window.visualViewport ?? null;
  // Somebody who zooms in with two fingers looks at a part of the page, and the window must not follow.
  if (visual === null || visual.scale > 1.01) return { width, height, hiddenBelow: 0 };
  const hiddenBelow = Math.max(0, Math.round(height - visual.height - visual.offsetTop));
  return { width, height: Math.round(visual.height), hiddenBelow };
}
