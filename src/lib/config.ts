import { readConfig } from './read-config';

/** The build's configuration, validated once at start (see `.env.example`). */
export const config = readConfig(import.meta.env);
