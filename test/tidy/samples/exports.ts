import { makeBad, makeGood, type Sample } from './sample.ts';

/** Samples of the rules about exports and names. */
export const exportSamples: readonly Sample[] = [
  makeBad('named-exports', 'src/model/plan.ts', {
    1: 'export default function plan() {}',
    2: "export * from './change.ts';",
  }),
  makeGood('named-exports', 'src/model/plan.ts', 'export function makePlan() {}'),

  makeBad('no-reexports', 'src/model/plan.ts', {
    1: "export { a } from './a.ts';",
    2: "export type { B } from './b.ts';",
    3: 'const c = 1; export { c };',
  }),
  makeBad('no-reexports', 'src/index.ts', { 2: 'const a = 1;', 3: 'export function b() {}' }),
  makeGood('no-reexports', 'src/index.ts', "export { a } from './model/a.ts';"),
  makeGood('no-reexports', 'src/model/plan.ts', 'const a = 1; export const b = a;'),

  makeBad('no-folder-index', 'src/model/index.ts', { 1: 'export const a = 1;' }),
  makeBad('no-folder-index', 'test/worlds/index.ts', { 1: 'export const a = 1;' }),
  makeGood('no-folder-index', 'src/index.ts', "export { a } from './model/a.ts';"),

  makeBad('named-for-export', 'src/engine/diff/helpers.ts', {
    1: 'export function diffCycle() {}',
  }),
  makeBad('named-for-export', 'src/engine/diff/diff-cycle.ts', { 1: 'const diffCycle = 1;' }),
  makeGood('named-for-export', 'src/engine/diff/diff-cycle.ts', 'export function diffCycle() {}'),
  makeGood(
    'named-for-export',
    'src/engine/policy/max-deletes.ts',
    'export const judgeMaxDeletes = 1;',
  ),
  makeGood('named-for-export', 'src/engine/apply/window.ts', 'export type PauseWindow = string;'),
  makeGood('named-for-export', 'src/engine/validate/value-hints.ts', 'export type ValueHint = 1;'),
  makeGood('named-for-export', 'src/kit/text.ts', 'export function wrapText() {}'),
  makeGood('named-for-export', 'src/engine/run/apply.ts', 'export function wrapText() {}'),

  makeBad('doc-comments', 'src/kit/text.ts', {
    1: 'export function wrap() {}',
    3: 'export const cut = () => 1; // Not a doc comment.',
    5: '/* Nor is this. */ export async function join() {}',
    6: '/** */ export function fold() {}',
  }),
  makeGood(
    'doc-comments',
    'src/kit/text.ts',
    `/** Wraps. */
     export function wrap(a: string): string;
     export function wrap(a: number): string;
     export function wrap(a: unknown): string { return String(a); }
     /** Cuts. */
     export const cut = () => 1;
     export const width = 80;
     function inner() {}`,
  ),
  makeGood('doc-comments', 'test/worlds/world.ts', 'export function makeWorld() {}'),
];
