import type { Diagnostic } from '../../model/diagnostic.ts';
import { writeHead, writeSafeJson } from './write-document.ts';

/** How a command ended that has no document of its own to show. */
export type Refused = {
  readonly exit: { readonly code: number; readonly means: string };
  readonly diagnostics: readonly Diagnostic[];
};

/** The document of a command that ended before it had one: its exit code, and why. */
export function writeRefusedJson({ exit, diagnostics }: Refused): string {
  return `${writeHead('refused')},"exit":${writeSafeJson(exit)},"diagnostics":${writeSafeJson(diagnostics)}}\n`;
}
