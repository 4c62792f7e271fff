import { message } from '@pace/contract';
import type { z } from 'zod';
import type { Services } from '../services.ts';
import { FileDamaged } from '../storage/checksums.ts';
import { unlessDamaged, type NamedFile } from '../storage/unlessDamaged.ts';

/** The content of a JSON file that is what was written. @throws Problem RESULT_DAMAGED; FileMissing */
export function readWholeJson<T extends z.ZodType>(
  { checksums, files }: Pick<Services, 'checksums' | 'files'>,
  file: NamedFile,
  schema: T,
): Promise<z.output<T>> {
  return unlessDamaged(checksums, file, async () => {
    const text = (await files.read(file.projectId, file.path)).toString('utf8');
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      throw new FileDamaged(file.path, message('damage.breaksOff', { characters: text.length }));
    }
    const content = schema.safeParse(json);
    if (!content.success) throw new FileDamaged(file.path, message('damage.lacksValues'));
    return content.data;
  });
}
