import { SignUpForm } from '../features/account/SignUpForm.tsx';

export const SignUpPage = SignUpForm;
