import { useEffect, useState } from 'react';
import { RouterProvider } from 'react-router-dom';
import { createRouter } from './router';

interface AppProps {
  /** Whether the page was prerendered and is only hydrated. */
  drawn: boolean;
  /** Called after mount; StrictMode calls it twice. */
  onShown: () => void;
}

/** The root component. */
export function App({ drawn, onShown }: AppProps) {
  const [router] = useState(() => createRouter(drawn));
  useEffect(() => onShown(), [onShown]);
  return <RouterProvider router={router} />;
}
