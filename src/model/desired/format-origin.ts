import type { CycleOrigin } from './desired.ts';

/**
 * The origin of a cycle as its manifest writes it: the name of a template, or the path of a file.
 */
export function formatOrigin(origin: CycleOrigin): string {
  return origin.kind === 'file' ? origin.path : origin.template;
}
