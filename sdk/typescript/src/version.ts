import manifest from '../package.json' with { type: 'json' };

/** That of the product. */
export const VERSION: string = manifest.version;
