import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons';
// Imported from its own file, because antd's `Input` also loads its text area and search field.
import Password, { type PasswordProps } from 'antd/es/input/Password';
import { hidePassword, showPassword } from '../../../locales/pt-BR/console.json';

const eyeOf = (isShown: boolean) => (
  <button type="button" aria-label={isShown ? hidePassword : showPassword} aria-pressed={isShown}>
    {isShown ? <EyeOutlined /> : <EyeInvisibleOutlined />}
  </button>
);

/** antd's password input, with a labelled button that shows or hides the text. antd has only an icon without a name. */
export const PasswordInput = (props: PasswordProps) => <Password iconRender={eyeOf} {...props} />;
