import { LoginForm } from '../features/account/LoginForm.tsx';

export const LoginPage = LoginForm;
