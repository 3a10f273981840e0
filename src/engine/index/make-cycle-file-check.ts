import { toPointer } from '../../kit/json/json-pointer.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { AccountDocument } from '../../model/manifest/manifest.ts';
import type { Files } from '../../model/ports.ts';
import { type CycleFileResult, loadCycleFile } from '../cycle-file/load-cycle-files.ts';
import { checkStepNames } from '../validate/names/check-step-names.ts';
import { mergeFindings } from '../validate/placeholders/merge-findings.ts';
import type { InterpolatedManifest } from '../validate/validate-account.ts';

/** Checks the cycle files that manifests name, once each, and the steps that manifests name. */
export function makeCycleFileCheck(
  files: Files,
): (meanings: readonly InterpolatedManifest[]) => Promise<readonly Diagnostic[]> {
  const found = new Map<string, Promise<CycleFileResult>>();
  const check = async (document: AccountDocument) => {
    const ofFiles: Diagnostic[] = [];
    const ofSteps: Diagnostic[] = [];
    for (const [key, { from }] of Object.entries(document.written.spec.cycles ?? {})) {
      if (!('file' in from)) continue;
      const at = document.spanOf(toPointer(['spec', 'cycles', key, 'from', 'file']));
      const known = found.get(from.file);
      const asked = known ?? loadCycleFile(files, from.file, at);
      found.set(from.file, asked);
      const { loaded, diagnostics } = await asked;
      // Reports the mistakes of a file once, also if several entries name it.
      if (known === undefined) ofFiles.push(...diagnostics);
      if (loaded !== null) ofSteps.push(...checkStepNames(document, key, loaded));
    }
    return { ofFiles, ofSteps };
  };
  return async (meanings) => {
    const mistakes: Diagnostic[] = [];
    const findings = [];
    for (const { document, environment } of meanings) {
      const { ofFiles, ofSteps } = await check(document);
      mistakes.push(...ofFiles);
      findings.push({ environment, diagnostics: ofSteps });
    }
    return [...mistakes, ...mergeFindings(findings)];
  };
}
