import * as z from 'zod/mini';

// zod's JIT probes `new Function`, which a strict Content-Security-Policy reports as a violation. Node has no such policy.
z.config({ jitless: typeof process === 'undefined' });

export * from 'zod/mini';
