import type { ProgramPaths, Usage } from './run-program.ts';
import { runProgram } from './run-program.ts';

/** What all sections of a run of the bench share. */
export type Bench = {
  /** The installed program's door. */
  readonly door: string;
  /** A folder that is removed at the end. */
  readonly folder: string;
  readonly sizes: Sizes;
  /** Reports what is measured now. */
  readonly say: (text: string) => void;
};

/** How much is measured. */
export type Sizes = {
  readonly rounds: number;
  /** Starts of each command. */
  readonly starts: number;
  /** Two fleets, whose difference is what an account more takes. */
  readonly marginal: readonly [number, number];
  /** The fleet that is planned over a slow line. */
  readonly slow: number;
  /** Two fleets whose peaks of memory are compared. */
  readonly memory: readonly [number, number];
  readonly manifests: number;
  /** Two fleets that are made, edited and exported. */
  readonly changed: readonly [number, number];
  /** Three tables of accounts: the second is validated and changed, the others are compared. */
  readonly rows: readonly [number, number, number];
  /** Part of the largest inputs that are measured. */
  readonly share: number;
};

/** The sizes that the targets are for: half an hour. */
export const whole: Sizes = {
  rounds: 5,
  starts: 15,
  marginal: [400, 2_000],
  slow: 800,
  memory: [1_000, 10_000],
  manifests: 5_000,
  changed: [100, 500],
  rows: [2_500, 5_000, 10_000],
  share: 1,
};

/** Small sizes, for a try of two minutes. */
export const quick: Sizes = {
  rounds: 2,
  starts: 3,
  marginal: [100, 300],
  slow: 60,
  memory: [100, 400],
  manifests: 1_000,
  changed: [20, 60],
  rows: [100, 200, 400],
  share: 0.1,
};

/** Runs the installed program in a folder. */
export function runCommand(
  { door }: Pick<Bench, 'door'>,
  paths: ProgramPaths,
  args: readonly string[],
): Promise<Usage> {
  return runProgram(paths, [door, ...args]);
}
