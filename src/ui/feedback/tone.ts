export type Tone = 'info' | 'success' | 'warning' | 'error';
