"""What NVIDIA GPUs alone have."""
