import { listNearest } from '../../../kit/text/nearest.ts';
import { reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { WrittenProject } from '../../../model/manifest/manifest.generated.ts';
import type { Rule } from './rule.ts';

/** Requires a default environment that the project has. */
export const checkDefaultEnvironment: Rule<WrittenProject> = (document) => {
  const { defaultEnvironment: name } = document.written.spec;
  if (name === undefined || document.isWritten(`/spec/environments/${name}`)) return [];
  const environments: unknown = document.written.spec.environments;
  // The schema already reports a project without environments.
  if (typeof environments !== 'object' || environments === null) return [];
  const names = Object.keys(environments);
  const [nearest] = listNearest(name, names);
  const all = `Write one that this file has: ${names.join(', ')}.`;
  return [
    reportError('unknown-environment', {
      summary: `The project has no environment ${name}`,
      at: document.spanOf('/spec/defaultEnvironment'),
      remedy: nearest === undefined ? all : `Did you mean ${nearest}? ${all}`,
    }),
  ];
};
