# Homebrew on Linux: brew install --formula ./counterpart.rb. macOS has no bottle yet: the program is built from source there.
class Counterpart < Formula
  desc "@summary@"
  homepage "@home@"
  version "@version@"
  license "Apache-2.0"

  on_linux do
@sources@
  end

  def install
    bin.install "bin/counterpart"
    man1.install Dir["share/man/man1/*"]
    bash_completion.install "share/bash-completion/completions/counterpart"
    zsh_completion.install "share/zsh/site-functions/_counterpart"
    fish_completion.install "share/fish/vendor_completions.d/counterpart.fish"
  end

  test do
    assert_equal version.to_s, shell_output("#{bin}/counterpart --version").strip
  end
end
