import { useEffect, useState } from 'react';

/** What a person is changing is asked about when it has not been changed for so long. */
const STILL_MS = 500;

/** The value once it rests. */
export function useStill<T>(value: T): T {
  const [still, setStill] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setStill(value), STILL_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return still;
}
