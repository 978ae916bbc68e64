import { useEffect, useState } from 'react';
import { RouterProvider } from 'react-router-dom';
import { createRouter } from './router';

interface AppProps {
  /** Whether the page was prerendered and is only hydrated. */
  isPrerendered: boolean;
  /** Called after mount. */
  onMount: () => void;
}

/** The root component. */
export function App({ isPrerendered, onMount }: AppProps) {
  const [router] = useState(() => createRouter(isPrerendered));
  useEffect(() => onMount(), [onMount]);
  return <RouterProvider router={router} />;
}
