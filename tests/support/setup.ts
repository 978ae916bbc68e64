import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { installDomStubs } from './dom-stubs';

// Registered before the page is taken down, so that it runs after: what a component says while it leaves counts too.
import './fail-on-noise';

installDomStubs();

// Lazy pages are compiled on their first visit, and a whole page printed tells less than the sentence before it.
configure({
  asyncUtilTimeout: 5000,
  getElementError: (message) => new Error(message ?? 'element not found'),
});

afterEach(cleanup);
