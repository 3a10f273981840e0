/** One entry of the catalogue: what the code means and what to do about it. */
type CodeText = { readonly means: string; readonly remedy: string };

/**
 * The closed catalogue of diagnostics; the key is the code. docs/errors.md is generated from it.
 * Sections follow the corridor.
 */
export const codes = {
  // load
  'file-unreadable': {
    means: 'A file that the project names cannot be read as text.',
    remedy: 'Check that it exists inside the project folder, is UTF-8 text and smaller than 2 MiB.',
  },
  'yaml-syntax': {
    means: 'The file is not YAML that cyclectl reads.',
    remedy: 'Look at the marked place; quote keys and values that hold special characters.',
  },
} as const satisfies Record<string, CodeText>;

export type DiagnosticCode = keyof typeof codes;
