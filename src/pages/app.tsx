import { useEffect, useState } from 'react';
import { RouterProvider } from 'react-router-dom';
import { createRouter } from './router';

interface AppProps {
  /** Whether the page was drawn at build time and is only taken over. */
  drawn: boolean;
  /** Told once it stands on the page, and once again where StrictMode asks twice. */
  onShown: () => void;
}

/** The whole product. */
export function App({ drawn, onShown }: AppProps) {
  const [router] = useState(() => createRouter(drawn));
  useEffect(() => onShown(), [onShown]);
  return <RouterProvider router={router} />;
}
