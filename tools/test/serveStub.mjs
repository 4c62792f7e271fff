// @ts-check
/** What `npm start` comes to, with a small program for the server: stopping.test.mjs ends it from every side. */
import { serve } from '../steps/serve.mjs';

process.exitCode = await serve([], 'tools/test/stubServer.mjs');
