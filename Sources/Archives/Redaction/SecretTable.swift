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
                "email_code", "pin_code", "auth_pin", "otp_code", "access_code", "activation_code",
                "authorisation_code",
            ], "mails that let somebody in"
        ),
        (
            .ending, ["unlock_code", "lock_code", "door_code", "gate_code", "alarm_code", "puk_code", "puk"],
            "locks, alarms and SIM cards"
        ),
        (
            .ending,
            [
                "smtp_pass", "mail_pass", "db_pass", "mysql_pass", "ftp_pass", "ssh_pass", "proxy_pass", "admin_pass",
                "root_pass", "bind_pass", "store_pass", "key_pass", "user_pass", "bind_pw", "root_pw",
            ], "settings of servers"
        ),
        (.whole, ["pass1", "pass2", "psk", "kubeconfig", "dockerconfigjson"], "WordPress, hostapd and Kubernetes"),
        (.ending, ["password_digest", "authentication_string", "auth_cookie", "session_cookie"], "Rails and MySQL"),
        (
            .ending,
            [
                "hmac_key", "sign_key", "device_key", "registration_key", "instrumentation_key", "insert_key",
                "write_key", "gotify_key", "appwrite_key", "ably_key", "fastly_key",
            ], "Azure, New Relic, Segment, Gotify, Appwrite, Ably and Fastly"
        ),
        (.ending, ["otpauth_url", "otpauth_uri"], "RFC 6238 enrolments"),
        (.ending, ["cvv", "cvc", "social_security_number"], "payments and payroll"),
        (
            .whole,
            [
                "id_token_hint", "oauth_verifier", "github_otp", "x-github-otp", "wpnonce", "_wpnonce",
                "g-recaptcha-response",
                "h-captcha-response", "cf-turnstile-response",
            ], "OpenID Connect, OAuth 1.0, WordPress, and tests of who is human"
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
        (
            .ending, ["parola", "parolă", "парола", "şifre", "sifre", "sifrem"],
            "Italian, Romanian, Bulgarian and Turkish"
        ),
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

    /// Names that say it of fields of HTTP alone.
    static let fields: Set<String> = [
        "authentication", "authentication-info", "sec-websocket-protocol", "x-magic", "x-license", "x-sentry-auth",
        "x-honeycomb-team", "x-ms-authorization-auxiliary",
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
        ("AGPA", 20, "AWS"), ("AROA", 20, "AWS"), ("ABSK", 100, "AWS Bedrock"), ("amzn.mws.", 40, "Amazon MWS"),
        ("gsk_", 40, "Groq"), ("sk-ant-", 40, "Anthropic"), ("pplx-", 45, "Perplexity"), ("xai-", 70, "xAI"),
        ("r8_", 40, "Replicate"), ("lsv2_", 40, "LangSmith"), ("glptt-", 40, "GitLab"), ("glcbt-", 22, "GitLab"),
        ("glft-", 20, "GitLab"), ("glimt-", 20, "GitLab"), ("gloas-", 40, "GitLab"), ("glagent-", 50, "GitLab"),
        ("xoxd-", 20, "Slack"), ("NRII-", 32, "New Relic"), ("dp.pt.", 44, "Doppler"), ("dp.st.", 44, "Doppler"),
        ("dp.ct.", 44, "Doppler"), ("dp.sa.", 44, "Doppler"), ("sntryu_", 60, "Sentry"), ("EZAK", 58, "EasyPost"),
        ("EZTK", 58, "EasyPost"), ("FLWSECK", 38, "Flutterwave"), ("rzp_live_", 20, "Razorpay"),
        ("rzp_test_", 20, "Razorpay"), ("aio_", 32, "Adafruit"), ("CLOJARS_", 60, "Clojars"),
        ("CFPAT-", 45, "Contentful"), ("dt0c01.", 80, "Dynatrace"), ("dt0s01.", 80, "Dynatrace"),
        ("fio-u-", 60, "Frame.io"), ("pat-na1-", 40, "HubSpot"), ("pat-eu1-", 40, "HubSpot"), ("HRKU-", 60, "Heroku"),
        ("dG9rO", 40, "Intercom: base64 of tok:"), ("sk.eyJ1Ijoi", 60, "Mapbox"), ("nfp_", 40, "Netlify"),
        ("xkeysib-", 70, "Brevo"), ("tskey-", 30, "Tailscale"), ("tfp_", 40, "Typeform"), ("y0_", 50, "Yandex"),
        ("duffel_", 45, "Duffel"), ("pnu_", 36, "Prefect"), ("rdme_", 70, "ReadMe"), ("tk-us-", 48, "Scalingo"),
        ("sgp_", 40, "Sourcegraph"), ("AKCp", 69, "JFrog"), ("phx_", 40, "PostHog"), ("napi_", 60, "Neon"),
        ("sl.", 130, "Dropbox"), ("TGT-", 40, "CAS"), ("ST-", 40, "CAS"), ("lin_oauth_", 40, "Linear"),
        ("dckr_oat_", 30, "Docker"), ("p8e-", 36, "Adobe"),
    ]

    /// What a whole word is made of.
    enum Part {
        case text(String)
        /// So many digits and letters.
        case hexadecimal(Int)
        case alphanumeric(Int)
        /// That many at least, with `-` and `_`, to the end.
        case rest(Int)
    }

    /// Words that no beginning tells, or one that other words have too.
    static let shapes: [(parts: [Part], source: String)] = [
        ([.text("SK"), .hexadecimal(32)], "Twilio"), ([.hexadecimal(32), .text("-us"), .rest(1)], "Mailchimp"),
        ([.text("M"), .alphanumeric(23), .text("."), .rest(6)], "Discord: after it comes a third part"),
        ([.text("N"), .alphanumeric(23), .text("."), .rest(6)], "Discord"),
        ([.text("O"), .alphanumeric(23), .text("."), .rest(6)], "Discord"),
        ([.alphanumeric(14), .text(".atlasv1."), .rest(60)], "Terraform Cloud"),
        ([.text("pat"), .alphanumeric(14), .text("."), .hexadecimal(64)], "Airtable"),
        ([.text("ATBB"), .alphanumeric(32)], "Bitbucket"), ([.text("pul-"), .hexadecimal(40)], "Pulumi"),
        ([.text("LTAI"), .alphanumeric(20)], "Alibaba Cloud"), ([.text("AKID"), .alphanumeric(32)], "Tencent Cloud"),
        ([.text("AQVN"), .alphanumeric(35)], "Yandex Cloud"), ([.text("cio"), .alphanumeric(32)], "crates.io"),
        ([.text("oy2"), .alphanumeric(43)], "NuGet"), ([.alphanumeric(76), .text("AZDO"), .rest(4)], "Azure DevOps"),
        ([.text("re_"), .alphanumeric(8), .text("_"), .alphanumeric(24)], "Resend"),
        ([.text("private-"), .hexadecimal(32)], "calendars of Google"),
        ([.text("v1.0-"), .hexadecimal(24), .text("-"), .rest(140)], "Cloudflare Origin CA"),
        (
            [
                .text("sdk-"), .hexadecimal(8), .text("-"), .hexadecimal(4), .text("-"), .hexadecimal(4), .text("-"),
                .hexadecimal(4), .text("-"), .hexadecimal(12),
            ], "LaunchDarkly"
        ),
    ]

    /// What digests of passwords begin with (crypt(5), PHC string format).
    static let digests = [
        "$2a$", "$2b$", "$2x$", "$2y$", "$1$", "$5$", "$6$", "$y$", "$gy$", "$apr1$", "$argon2", "$pbkdf2", "$scrypt$",
        "$bcrypt", "$P$", "$H$",
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
                "activation", "change-email", "recover", "recovery",
            ], "mails that confirm an address"
        ),
        (
            [
                "invite", "invites", "invitation", "invitations", "magic", "magic-link", "magiclink", "passwordless",
                "otp", "magic-login", "join", "accept-invitation",
            ], "mails that let somebody in"
        ),
        (
            [
                "unsubscribe", "unlock", "share", "s3cret", "secret", "api-key", "apikey", "key", "session", "auth",
                "sso", "login", "callback",
            ], "links that stand for a login"
        ),
    ]
}
