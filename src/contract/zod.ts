import * as z from 'zod/mini';

// zod's JIT probes `new Function`, which a strict Content-Security-Policy reports as a violation.
z.config({ jitless: true });

export * from 'zod/mini';
