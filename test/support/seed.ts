import { env } from 'node:process';
import fc from 'fast-check';

// What is drawn is the same in every run, so that one which fails fails again; LAW_SEED draws something else.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(env.LAW_SEED ?? 20_261_122) });
