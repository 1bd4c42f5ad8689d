// What secrets are called and how they look: data, each with where it is known from.

/// Names and beginnings of secrets beside those of ``RedactionRules/usual``. A row is added where a secret was seen that no row takes.
enum SecretTable {
    /// How much of a name has to be the word.
    enum Extent {
        case whole
        /// `admin_seed_phrase` is one as `seed_phrase` is.
        case ending
    }

    /// Words, without regard to case, `-`, `_`, `.` and blanks.
    static let names: [(extent: Extent, words: [String], source: String)] = [
        (.whole, ["pw", "pwd1", "pwd2", "passwrd", "psw", "pswd", "userpass", "userpw"], "short forms in forms"),
        (
            .ending,
            ["pass.word", "password_hash", "password_salt", "password_repeat", "password_again", "password_old"],
            "Django, Rails and Devise forms"
        ),
        (
            .whole,
            [
                "x-auth", "x-hub-signature", "x-hub-signature-256", "x-signature", "x-slack-signature",
                "stripe-signature", "x-twilio-signature", "x-shopify-hmac-sha256", "x-line-signature", "svix-signature",
            ], "webhooks of GitHub, Slack, Stripe, Twilio, Shopify, LINE and Svix"
        ),
        (
            .ending, ["seed_phrase", "mnemonic", "mnemonic_phrase", "recovery_phrase", "recovery_key", "wallet_key"],
            "BIP-39 wallets"
        ),
        (.ending, ["license_key", "licence_key", "product_key", "serial_key", "activation_key"], "licence servers"),
        (
            .ending, ["totp_seed", "totp_secret", "otp_secret", "otpauth", "mfa_secret", "two_factor_secret"],
            "RFC 6238 enrolments"
        ),
        (
            .ending,
            [
                "webhook_url", "webhook_secret", "signing_key", "signing_secret", "deploy_key", "ssh_key", "gpg_key",
                "host_key",
            ], "Slack, GitHub and GitLab settings"
        ),
        (
            .ending,
            [
                "client_secret", "consumer_key", "consumer_secret", "app_key", "app_secret", "application_key",
                "server_key", "shared_key", "session_key", "sas_token", "sas_url",
            ], "OAuth 1.0, FCM, Azure and Backblaze settings"
        ),
        (
            .ending,
            [
                "magic_link", "reset_link", "reset_code", "invite_code", "invitation_code", "login_code", "sms_code",
                "email_code", "pin_code", "auth_pin",
            ], "mails that let somebody in"
        ),
        (.ending, ["passwort", "kennwort", "geheimnis", "zugangscode"], "German"),
        (.ending, ["motdepasse", "mot_de_passe", "mdp", "codesecret"], "French"),
        (.ending, ["contraseña", "contrasena", "contrasenya", "palabraclave"], "Spanish and Catalan"),
        (.whole, ["clave", "clave_acceso", "clave_secreta"], "Spanish"),
        (.whole, ["senha", "nova_senha", "confirma_senha"], "Portuguese"),
        (.ending, ["wachtwoord"], "Dutch"),
        (.ending, ["lösenord", "losenord", "adgangskode", "kodeord", "passord"], "Swedish, Danish and Norwegian"),
        (
            .ending, ["salasana", "parool", "parole", "slaptazodis", "slaptažodis"],
            "Finnish, Estonian, Latvian and Lithuanian"
        ),
        (
            .ending, ["hasło", "haslo", "heslo", "jelszó", "jelszo", "geslo", "lozinka", "zaporka"],
            "Polish, Czech, Slovak, Hungarian, Slovene and Croatian"
        ),
        (.ending, ["parola", "parolă", "şifre", "sifre", "sifrem"], "Italian, Romanian and Turkish"),
        (.ending, ["пароль", "парол", "лозинка"], "Russian, Ukrainian, Bulgarian and Serbian"),
        (.ending, ["parol", "κωδικός", "κωδικοσ", "συνθηματικό"], "transliterated Russian, and Greek"),
        (.ending, ["密码", "密碼", "口令", "mima"], "Chinese"),
        (.ending, ["パスワード", "暗証番号", "비밀번호", "암호"], "Japanese and Korean"),
        (
            .ending, ["kata_sandi", "katasandi", "mật_khẩu", "matkhau", "mat_khau", "รหัสผ่าน"],
            "Indonesian, Vietnamese and Thai"
        ),
        (
            .ending, ["पासवर्ड", "كلمة_المرور", "كلمة_السر", "סיסמה", "סיסמא", "رمز_عبور"],
            "Hindi, Arabic, Hebrew and Persian"
        ),
    ]

    /// What those who give out tokens begin them with, and how long they are at least.
    static let beginnings: [(text: String, length: Int, source: String)] = [
        ("ghp_", 36, "GitHub"), ("gho_", 36, "GitHub"), ("ghu_", 36, "GitHub"), ("ghs_", 36, "GitHub"),
        ("ghr_", 36, "GitHub"), ("github_pat_", 30, "GitHub"), ("glpat-", 20, "GitLab"), ("gldt-", 20, "GitLab"),
        ("glrt-", 20, "GitLab"), ("glsoat-", 20, "GitLab"), ("xoxb-", 20, "Slack"), ("xoxp-", 20, "Slack"),
        ("xoxa-", 20, "Slack"), ("xoxr-", 20, "Slack"), ("xoxs-", 20, "Slack"), ("xoxe-", 20, "Slack"),
        ("xoxe.", 20, "Slack"), ("xapp-", 20, "Slack"), ("sk_live_", 16, "Stripe"), ("sk_test_", 16, "Stripe"),
        ("rk_live_", 16, "Stripe"), ("rk_test_", 16, "Stripe"), ("whsec_", 16, "Stripe and Svix"),
        ("AIza", 39, "Google API keys"), ("ya29.", 20, "Google OAuth"), ("GOCSPX-", 28, "Google OAuth clients"),
        ("SG.", 40, "SendGrid"), ("npm_", 36, "npm"), ("pypi-", 40, "PyPI"), ("dop_v1_", 40, "DigitalOcean"),
        ("doo_v1_", 40, "DigitalOcean"), ("dor_v1_", 40, "DigitalOcean"), ("shpat_", 30, "Shopify"),
        ("shpss_", 30, "Shopify"), ("shpca_", 30, "Shopify"), ("shppa_", 30, "Shopify"), ("sk-", 32, "OpenAI"),
        ("hf_", 30, "Hugging Face"), ("glsa_", 30, "Grafana service accounts"), ("glc_", 30, "Grafana Cloud"),
        ("eyJrIjoi", 40, "Grafana API keys: base64 of {\"k\":"), ("lin_api_", 30, "Linear"),
        ("AGE-SECRET-KEY-1", 40, "age"), ("EAAB", 40, "Facebook"), ("EAAC", 40, "Facebook"), ("EAAG", 40, "Facebook"),
        ("EAAJ", 40, "Facebook"), ("IGQV", 40, "Instagram"), ("dapi", 36, "Databricks"), ("hvs.", 24, "Vault"),
        ("hvb.", 24, "Vault"), ("figd_", 40, "Figma"), ("ATATT3", 40, "Atlassian"), ("ATCTT3", 40, "Atlassian"),
        ("sq0atp-", 26, "Square"), ("sq0csp-", 40, "Square"), ("EAAAE", 60, "Square"), ("key-", 36, "Mailgun"),
        ("PMAK-", 60, "Postman"), ("rubygems_", 48, "RubyGems"), ("dckr_pat_", 30, "Docker"),
        ("NRAK-", 30, "New Relic"),
        ("pscale_", 30, "PlanetScale"), ("sbp_", 40, "Supabase"), ("rnd_", 30, "Render"), ("fo1_", 40, "Fly.io"),
        ("ntn_", 40, "Notion"), ("secret_", 43, "Notion"), ("sntrys_", 40, "Sentry"), ("ops_eyJ", 60, "1Password"),
        ("AGPA", 20, "AWS"), ("AROA", 20, "AWS"), ("gsk_", 40, "Groq"), ("sk-ant-", 40, "Anthropic"),
    ]

    /// Of addresses: what comes before a segment that lets whoever knows it in.
    static let segments: [(words: [String], source: String)] = [
        (
            ["token", "tokens", "reset", "reset-password", "password-reset", "passwordreset", "forgot"],
            "mails of forgotten passwords"
        ),
        (
            [
                "verify", "verification", "verify-email", "confirm", "confirmation", "confirm-email", "activate",
                "activation",
            ], "mails that confirm an address"
        ),
        (
            [
                "invite", "invites", "invitation", "invitations", "magic", "magic-link", "magiclink", "passwordless",
                "otp",
            ], "mails that let somebody in"
        ),
        (
            [
                "unsubscribe", "unlock", "share", "s3cret", "secret", "api-key", "apikey", "key", "session", "auth",
                "sso", "login",
            ], "links that stand for a login"
        ),
    ]
}
