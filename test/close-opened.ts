import { afterAll } from 'vitest';
import { closeOpened } from './opened.ts';

// Vitest runs this file anew for every test file (setupFiles).
afterAll(closeOpened);
