import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';
import { installDomStubs } from './dom-stubs';

// Registered before the page is taken down, so that it runs after: what a component says while it leaves counts too.
import './fail-on-noise';

installDomStubs();

afterEach(cleanup);
