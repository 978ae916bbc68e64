import { useEffect, useState } from 'react';
import { RouterProvider } from 'react-router-dom';
import { createRouter } from './router';

/** The whole product. `onShown` is told once it stands on the page, and once again where StrictMode asks twice. */
export function App({ onShown }: { onShown: () => void }) {
  const [router] = useState(createRouter);
  useEffect(() => onShown(), [onShown]);
  return <RouterProvider router={router} />;
}
