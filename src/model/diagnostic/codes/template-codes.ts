/** Diagnostics of templates that are exported and imported. */
export const templateCodes = {
  'template-exists': {
    means:
      'The console already has a template of the name to import. With two, a manifest could not say which one it means.',
    remedy:
      'Import it under another name. Create a new release of an existing template in the console.',
  },
  'template-import-open': {
    means:
      'The outcome of an earlier import of a template is unknown, and the list of templates does not show it.',
    remedy:
      'Check the console. If the template exists, publish it and run the command again; if not, add --send-again.',
  },
  'template-unlisted': {
    means:
      'The service accepted a template and does not list it. It lists only published templates with a Live release.',
    remedy: 'Promote its release in the console, and publish it.',
  },
} as const;
