import { SAID } from '@pace/contract';
import { zodResolver } from '@hookform/resolvers/zod';
import {
  useForm,
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form';
import type { z } from 'zod';

/**
 * A form that a schema checks. What is refused takes the focus before its complaint is seen, and never again: the
 * library's own way focuses once more a moment later, and what the user had begun to type elsewhere goes astray.
 */
export function useCheckedForm<Input extends FieldValues, Output extends FieldValues>(
  schema: z.ZodType<Output, Input>,
  defaultValues: DefaultValues<Input>,
): UseFormReturn<Input, unknown, Output> {
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema, SAID),
    defaultValues,
    shouldFocusError: false,
  });
  return {
    ...form,
    handleSubmit: (onValid, onInvalid) =>
      form.handleSubmit(onValid, (errors, event) => {
        firstRefused(errors)?.focus?.();
        return onInvalid?.(errors, event);
      }),
  };
}

interface Focusable {
  focus?: () => void;
}

/** The refused field that stands first on the page. */
function firstRefused(errors: FieldErrors): Focusable | undefined {
  const refs = Object.values(errors).flatMap((error) =>
    error && 'ref' in error && error.ref ? [error.ref as Focusable] : [],
  );
  const [first] = refs
    .filter((ref) => ref instanceof HTMLElement)
    .sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  return first ?? refs[0];
}
