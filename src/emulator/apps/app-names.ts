/** Sample apps by the names that a world gives them: `app:crm`. */
export const sampleAppNames = ['crm', 'mailer', 'files', 'our-app'] as const;

export type SampleAppName = (typeof sampleAppNames)[number];
