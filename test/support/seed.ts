import { env } from 'node:process';
import fc from 'fast-check';

// The same draws in every run, so that a failure repeats; LAW_SEED changes them.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(env.LAW_SEED ?? 20_261_122) });
