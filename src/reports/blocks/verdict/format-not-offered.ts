import type { Unobserved } from '../../../model/plan/plan.ts';

/** The operations that each missing part of the service would allow. */
const partNames = {
  accounts: 'reading accounts',
  connectors: 'listing installed connectors',
  templates: 'listing templates',
  cycles: 'pausing cycles',
} as const;

/**
 * Parts that the service does not offer, and how many applied fields it hides. At least one part is
 * missing.
 */
export function formatNotOffered({ notOffered, notReadable }: Unobserved): string {
  const parts = notOffered.map((part) => partNames[part]).join(', ');
  const fields =
    notReadable === 1
      ? '1 field is not shown and is assumed'
      : `${notReadable} fields are not shown and are assumed`;
  return `does not offer ${parts}; ${fields} to be as last written`;
}
