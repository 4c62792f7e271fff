import { useUser } from '../api/account.ts';
import { ContactForm } from '../features/account/ContactForm.tsx';
import { LoadingScreen } from '../ui/LoadingScreen.tsx';

export function ContactPage() {
  const user = useUser();
  // Without a session the query is idle; with one the form waits for the name and address.
  if (user.isLoading) return <LoadingScreen />;
  return <ContactForm user={user.data} />;
}
